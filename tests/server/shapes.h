/* Holds what a table says against the lists of src/table/words.h and web/wasm/local_words.h, from which the page's types are made: each member that
 * must be there is there, none is there that is not in the list, and every value has its type. */
#ifndef TESTS_SERVER_SHAPES_H
#define TESTS_SERVER_SHAPES_H

#include <jansson.h>

void shapes_message(json_t *message);                   /* fails the test unless it is a message of SAY_LIST, or of TELL_LIST */
void shapes_object(json_t *object, const char *shape);  /* the same of an object of SHAPE_LIST */

#endif
