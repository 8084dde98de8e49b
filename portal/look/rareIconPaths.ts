/** SVG paths on a 20 × 20 grid like those of `Icon`, for icons that the first page does not need (bundle size). */
export const rareIconPaths = {
  entities: 'M7.5 3h5v4h-5zM2.5 13h5v4h-5zM12.5 13h5v4h-5zM10 7v3M5 13v-3h10v3',
  products: 'M10 2.5l7 3.5v8l-7 3.5-7-3.5V6zM3 6l7 3.5L17 6M10 9.5v8',
  approvals: 'M4 3h12v14H4zM7 10l2 2 4-4.5',
  forms: 'M3 4h14v4H3zM3 11h6v5H3zM12 11h5v5h-5z',
  guild: 'M10 2.5l6.5 2.5v5c0 4-2.7 6.4-6.5 7.5C6.2 16.4 3.5 14 3.5 10V5zM7 9.5h6M7 12.5h6',
  folder: 'M3 4.5h5l2 2h7v9H3z',
  megaphone: 'M3 8.5v4h3l7 3.5V5L6 8.5zM13 8a2.5 2.5 0 010 5M6.5 12.5l1 4h2',
  microphone: 'M10 12.5a3 3 0 003-3v-4a3 3 0 00-6 0v4a3 3 0 003 3zM4.5 9.5a5.5 5.5 0 0011 0M10 15v2.5M7 17.5h6',
} as const;
