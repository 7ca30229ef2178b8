/* Internet addresses as text, and what kind of address each is. */
#ifndef SERVER_ADDRESS_H
#define SERVER_ADDRESS_H

#include <netinet/in.h>
#include <stdbool.h>
#include <sys/socket.h>

enum { MAX_ADDRESS = INET6_ADDRSTRLEN };

/* The text of an address; one of IPv4 in the clothes of IPv6 (::ffff:1.2.3.4) is taken as what it is. "" if it is neither. */
void address_text(const struct sockaddr *from, char out[MAX_ADDRESS]);
/* The last one of X-Forwarded-For: what the proxy itself has seen. False: that is not an address. */
bool address_forwarded(const char *header, char out[MAX_ADDRESS]);
bool address_is_loopback(const char *address);
bool address_lan(char out[MAX_ADDRESS]);          /* this machine's own in its local network; false: it has none */
bool address_is_local(const char *address);      /* of this machine or its local network */

#endif
