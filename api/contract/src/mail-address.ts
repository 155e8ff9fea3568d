/** Characters that end the host of a URL and occur in no domain. */
const noDomain = /[\s/?#:@\\%[\]]/;

/**
 * A domain in ASCII by IDNA (UTS #46), as the URLs of Node and of browsers have it, without the dot of the root; null where it has no such form or is an
 * IP address, as `127.1` and `0x7f.1` are.
 */
export function asciiDomain(domain: string): string | null {
  if (noDomain.test(domain)) return null;
  try {
    const { hostname } = new URL(`http://${domain}`);
    return /^[\d.]+$/.test(hostname) ? null : hostname.replace(/\.$/, '');
  } catch {
    return null;
  }
}

/**
 * The canonical form of a mail address for comparisons, limits and unsubscribing (D77): `Zoë@münchen.example` is
 * `zoë@xn--mnchen-3ya.example`. An invalid address is lowercased.
 */
export function canonicalAddress(address: string): string {
  return withAsciiDomain(address.normalize('NFC').toLowerCase());
}

/** An address for mail servers: the mailbox as written, the domain in ASCII. */
export function withAsciiDomain(address: string): string {
  return address.replace(/(?<=@)[^@]+$/, (domain) => asciiDomain(domain) ?? domain);
}
