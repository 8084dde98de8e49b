/** The names of the icons for a guild's tiles; the portal draws each. */
export const tileIcons = [
  'book',
  'calendar',
  'chart',
  'check',
  'clock',
  'document',
  'info',
  'link',
  'mail',
  'megaphone',
  'microphone',
  'people',
  'product',
  'shop',
] as const;

export type TileIcon = (typeof tileIcons)[number];

/** The icon of that name; undefined for a name that is not in the list, which an import may contain. */
export function tileIconOf(name: string | undefined): TileIcon | undefined {
  return tileIcons.find((icon) => icon === name);
}
