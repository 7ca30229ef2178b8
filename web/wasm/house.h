/* A table in the page, spoken to in lines: house.c says which. */
#ifndef WASM_HOUSE_H
#define WASM_HOUSE_H

#include <stddef.h>
#include <stdio.h>

void house_line(const char *words, size_t n, FILE *out);

#endif
