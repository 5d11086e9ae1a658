package policies

import "net/netip"

// without returns the addresses of a range that are in none of the excepted ranges, as ranges.
func without(whole netip.Prefix, excepted []netip.Prefix) []netip.Prefix {
	for _, hole := range excepted {
		if !hole.Overlaps(whole) {
			continue
		}
		if hole.Bits() <= whole.Bits() {
			return nil
		}
		lower, upper := halves(whole)
		return append(without(lower, excepted), without(upper, excepted)...)
	}
	return []netip.Prefix{whole}
}

// halves splits a range of IPv4 addresses.
func halves(whole netip.Prefix) (lower, upper netip.Prefix) {
	bits := whole.Bits()
	address := whole.Masked().Addr().As4()
	lower = netip.PrefixFrom(netip.AddrFrom4(address), bits+1)
	address[bits/8] |= 1 << (7 - bits%8)
	return lower, netip.PrefixFrom(netip.AddrFrom4(address), bits+1)
}
