import { isIP } from 'node:net';

/** Parses TRUST_PROXY for Fastify: the number of proxies, or their addresses and networks. Undefined if invalid. */
export function parseProxies(text: string): number | string[] | undefined {
  if (/^\d+$/.test(text)) return Number(text);
  return parseNetworks(text);
}

/** Parses comma-separated addresses and networks (CIDR). Undefined if invalid. */
export function parseNetworks(text: string): string[] | undefined {
  const networks = text.split(',').map((part) => part.trim());
  return networks.every(isNetwork) ? networks : undefined;
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}
