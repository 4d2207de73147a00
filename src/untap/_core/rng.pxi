# Random numbers, stateless by game: one Philox4x64-10 block (Salmon et al. 2011) for (game, purpose) seeds a
# xoshiro256++ generator (Blackman and Vigna 2019).  STREAM_VERSION covers all of this file and library.pxi.

STREAM_VERSION = 1

cdef extern from *:
    """
    #if defined(__SIZEOF_INT128__)
    #define UNTAP_MUL_HIGH(a, b) ((uint64_t)(((unsigned __int128)(a) * (b)) >> 64))
    #else
    #define UNTAP_MUL_HIGH(a, b) untap_mul_high((a), (b))
    static uint64_t untap_mul_high(uint64_t a, uint64_t b) {
        uint64_t al = a & 0xFFFFFFFFULL, ah = a >> 32, bl = b & 0xFFFFFFFFULL, bh = b >> 32;
        uint64_t mid = ah * bl + ((al * bl) >> 32);
        uint64_t low = (mid & 0xFFFFFFFFULL) + al * bh;
        return ah * bh + (mid >> 32) + (low >> 32);
    }
    #endif
    """
    uint64_t mul_high "UNTAP_MUL_HIGH" (uint64_t a, uint64_t b) nogil


cdef inline void philox(uint64_t k0, uint64_t k1, uint64_t c0, uint64_t c1, uint64_t *out) noexcept nogil:
    cdef uint64_t c2 = 0, c3 = 0, h0, h1, l0, l1
    cdef int i
    for i in range(10):
        h0 = mul_high(<uint64_t>0xD2E7470EE14C6C93ULL, c0)
        l0 = <uint64_t>0xD2E7470EE14C6C93ULL * c0
        h1 = mul_high(<uint64_t>0xCA5A826395121157ULL, c2)
        l1 = <uint64_t>0xCA5A826395121157ULL * c2
        c0 = h1 ^ c1 ^ k0
        c1 = l1
        c2 = h0 ^ c3 ^ k1
        c3 = l0
        k0 += <uint64_t>0x9E3779B97F4A7C15ULL
        k1 += <uint64_t>0xBB67AE8584CAA73BULL
    out[0] = c0
    out[1] = c1
    out[2] = c2
    out[3] = c3


cdef inline void seed_rng(uint64_t *r, uint64_t k0, uint64_t k1, uint64_t game, uint64_t purpose) noexcept nogil:
    philox(k0, k1, game, purpose, r)
    if r[0] == 0 and r[1] == 0 and r[2] == 0 and r[3] == 0:
        r[0] = 1


cdef inline uint64_t next_u64(uint64_t *r) noexcept nogil:
    cdef uint64_t sum_ = r[0] + r[3]
    cdef uint64_t result = ((sum_ << 23) | (sum_ >> 41)) + r[0]
    cdef uint64_t t = r[1] << 17
    r[2] ^= r[0]
    r[3] ^= r[1]
    r[1] ^= r[2]
    r[0] ^= r[3]
    r[2] ^= t
    r[3] = (r[3] << 45) | (r[3] >> 19)
    return result


cdef inline uint32_t bounded(uint64_t *r, uint32_t n) noexcept nogil:
    # uniform on 0..n-1, exactly (Lemire 2019)
    cdef uint64_t m = (next_u64(r) >> 32) * <uint64_t>n
    cdef uint32_t low = <uint32_t>m
    cdef uint32_t threshold
    if low < n:
        threshold = (<uint32_t>0 - n) % n
        while low < threshold:
            m = (next_u64(r) >> 32) * <uint64_t>n
            low = <uint32_t>m
    return <uint32_t>(m >> 32)
