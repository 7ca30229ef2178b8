/* The table inside the page: local_table.c says how it is spoken to. */
#ifndef WASM_LOCAL_TABLE_H
#define WASM_LOCAL_TABLE_H

#include <stddef.h>
#include <stdio.h>

/* Takes one JSON message and prints the answers, one JSON object a line. */
void local_table_hear(const char *message, size_t n, FILE *out);

#endif
