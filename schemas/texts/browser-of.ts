const browsers = ['Edg', 'Firefox', 'Chrome', 'Safari'] as const;
const systems = ['Windows', 'Android', 'iPhone', 'iPad', 'Mac', 'Linux'] as const;

/** A browser and system for people, from the User-Agent header: 'Chrome on Windows'. */
export function browserOf(agent: string | undefined): string {
  const browser = browsers.find((name) => agent?.includes(name));
  const system = systems.find((name) => agent?.includes(name));
  if (!browser) return 'A browser';
  return `${browser === 'Edg' ? 'Edge' : browser}${system ? ` on ${system}` : ''}`;
}
