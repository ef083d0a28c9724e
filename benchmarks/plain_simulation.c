/* The plain C loop beside which the simulation's kernel is measured: the same tables, the same chance, a scalar loop. */
#include <stdint.h>

static const uint64_t M0 = 0xD2E7470EE14C6C93u, M1 = 0xCA5A826395121157u;
static const uint64_t W0 = 0x9E3779B97F4A7C15u, W1 = 0xBB67AE8584CAA73Bu;

static inline void philox(uint64_t block, uint64_t attempt, uint64_t seed, uint64_t out[4])
{
    uint64_t c0 = block, c1 = attempt, c2 = 0, c3 = 0, k0 = seed, k1 = 0;
    for (int turn = 0; turn < 10; turn++) {
        unsigned __int128 a = (unsigned __int128)M0 * c0, b = (unsigned __int128)M1 * c2;
        c0 = (uint64_t)(b >> 64) ^ c1 ^ k0;
        c1 = (uint64_t)b;
        c2 = (uint64_t)(a >> 64) ^ c3 ^ k1;
        c3 = (uint64_t)a;
        k0 += W0;
        k1 += W1;
    }
    out[0] = c0, out[1] = c1, out[2] = c2, out[3] = c3;
}

/* Adds how many of the rounds end in each way; `first` and `rounds` are multiples of four. */
void count(const uint16_t *hole, const uint16_t *third, const uint16_t *fourth, const uint8_t *fifth, uint64_t seed,
           uint64_t first, uint64_t rounds, int64_t *found)
{
    const uint64_t bias0 = (UINT64_C(1) << 32) % (1326 * 50), bias1 = (UINT64_C(1) << 32) % (49 * 48);
    for (uint64_t start = first; start < first + rounds; start += 4) {
        uint64_t words[4];
        philox(start >> 2, 0, seed, words);
        for (int lane = 0; lane < 4; lane++) {
            uint64_t word = words[lane], attempt = 0;
            for (;;) {
                uint64_t a = (word >> 32) * 1326, b = (uint32_t)a * UINT64_C(50);
                uint64_t c = (uint32_t)word * UINT64_C(49), d = (uint32_t)c * UINT64_C(48);
                if ((uint32_t)b >= bias0 && (uint32_t)d >= bias1) {
                    uint32_t state = fourth[third[hole[a >> 32] + (b >> 32)] + (c >> 32)];
                    found[fifth[state + (d >> 32)]]++;
                    break;
                }
                uint64_t again[4];
                philox(start >> 2, ++attempt, seed, again);
                word = again[lane];
            }
        }
    }
}
