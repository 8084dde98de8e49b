/** The pictures that a tile of a guild can have; the portal draws each. */
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

/** The picture of that name; a tile made elsewhere may name one that nobody draws. */
export function tileIconOf(name: string | undefined): TileIcon | undefined {
  return tileIcons.find((icon) => icon === name);
}
