#include "tensor.h"

/* Eight bits as eight bytes, the lowest first. */
#define BYTE(BITS, I) ((uint64_t)((BITS) >> (I) & 1) << 8 * (I))
#define WORD(BITS) (BYTE(BITS, 0) | BYTE(BITS, 1) | BYTE(BITS, 2) | BYTE(BITS, 3) | BYTE(BITS, 4) | BYTE(BITS, 5) | BYTE(BITS, 6) | BYTE(BITS, 7))
#define FOUR(BITS) WORD((BITS)), WORD((BITS) + 1), WORD((BITS) + 2), WORD((BITS) + 3)
#define SIXTEEN(BITS) FOUR(BITS), FOUR((BITS) + 4), FOUR((BITS) + 8), FOUR((BITS) + 12)
#define SIXTY_FOUR(BITS) SIXTEEN(BITS), SIXTEEN((BITS) + 16), SIXTEEN((BITS) + 32), SIXTEEN((BITS) + 48)

const uint64_t tensor_eight[256] = { SIXTY_FOUR(0), SIXTY_FOUR(64), SIXTY_FOUR(128), SIXTY_FOUR(192) };
