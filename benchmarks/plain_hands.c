/* The plain C loop beside which the compiled kernel for hands is measured: the same tables, the same work. */
#include <stddef.h>
#include <stdint.h>

void five(const uint8_t *cards, size_t hands, const uint32_t *weights, const uint8_t *table, uint32_t size, uint8_t *made)
{
    for (size_t row = 0; row < hands; row++) {
        const uint8_t *hand = cards + 5 * row;
        uint8_t a = hand[0], b = hand[1], c = hand[2], d = hand[3], e = hand[4];
        uint32_t place = weights[a] + weights[b] + weights[c] + weights[d] + weights[e];
        if ((((a ^ b) | (a ^ c) | (a ^ d) | (a ^ e)) & 3) == 0)
            place += size;
        made[row] = table[place];
    }
}
