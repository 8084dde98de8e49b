import { isIP } from 'node:net';

/** TRUST_PROXY as Fastify takes it: how many proxies stand in front, or which addresses and networks they have. */
export function parseProxies(text: string): number | string[] | undefined {
  if (/^\d+$/.test(text)) return Number(text);
  return parseNetworks(text);
}

/** Addresses and networks with commas between. */
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
