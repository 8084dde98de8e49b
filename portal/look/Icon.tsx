import styles from './Icon.module.css';

/** SVG paths on a 20 × 20 grid. */
const strokes = {
  home: 'M3 9l7-6 7 6M5 8v9h10V8M8.5 17v-5h3v5',
  channel: 'M3 10h3l8-5v10l-8-5M6 10v5h2.5M16.5 8v4',
  orders: 'M5 3h10v14H5zM8 7h4M8 10h4M8 13h2',
  draft: 'M4 16l1-4L13.5 3.5l3 3L8 15zM11.5 5.5l3 3',
  plus: 'M10 4v12M4 10h12',
  clients: 'M3 17V8l7-4 7 4v9zM8 17v-5h4v5M7 9h0M13 9h0',
  settings: 'M3 6h8M15 6h2M3 14h2M9 14h8M13 4v4M7 12v4',
  users:
    'M7.5 9a3 3 0 100-6 3 3 0 000 6zM2 17c0-3.5 2.5-5.5 5.5-5.5S13 13.5 13 17M13 3.5a3 3 0 010 5M15 11.8c2 .7 3 2.6 3 5.2',
  report: 'M3 17h14M5.5 17V10M10 17V4M14.5 17v-5',
  mail: 'M3 4.5h14v11H3zM3 5.5l7 5.5 7-5.5',
  knowledge:
    'M3 4h5.5c1 0 1.5.7 1.5 1.5V17c0-1-.7-1.5-1.5-1.5H3zM17 4h-5.5c-1 0-1.5.7-1.5 1.5V17c0-1 .7-1.5 1.5-1.5H17z',
  calendar: 'M3 5h14v12H3zM3 8.5h14M7 3v3.5M13 3v3.5',
  collapse: 'M3 4h14v12H3zM8 4v12',
  menu: 'M3 5h14M3 10h14M3 15h14',
  check: 'M4 10.5l4 4 8-9',
  clock: 'M10 17.5a7.5 7.5 0 100-15 7.5 7.5 0 000 15zM10 5.5V10l3 2',
  alert: 'M10 17.5a7.5 7.5 0 100-15 7.5 7.5 0 000 15zM10 6v5M10 13.5v.5',
  info: 'M10 17.5a7.5 7.5 0 100-15 7.5 7.5 0 000 15zM10 9v5M10 6v.5',
  warn: 'M10 3L2 17h16zM10 8v4M10 14v.5',
  close: 'M5 5l10 10M15 5L5 15',
  search: 'M8.5 14a5.5 5.5 0 100-11 5.5 5.5 0 000 11zM12.5 12.5L17 17',
  next: 'M7.5 5l5 5-5 5',
  previous: 'M12.5 5l-5 5 5 5',
  down: 'M5 7.5l5 5 5-5',
  up: 'M5 12.5l5-5 5 5',
  copy: 'M7 7h10v10H7zM13 7V3H3v10h4',
  link: 'M8 12l4-4M7 9l-2.5 2.5a3 3 0 004 4L11 13M13 11l2.5-2.5a3 3 0 00-4-4L9 7',
} as const;

/** An icon of the shared set. */
export type IconName = keyof typeof strokes;

/** An icon by name, or its SVG path for icons that few pages use (`rareIconPaths.ts`). */
export type IconShape = IconName | `M${string}`;

const paths: Record<string, string | undefined> = strokes;

/** A decorative icon beside text; never the only carrier of meaning. */
export function Icon({ name, size = 20 }: { name: IconShape; size?: 16 | 20 | 24 }) {
  return (
    <svg className={styles.icon} viewBox="0 0 20 20" width={size} height={size} aria-hidden="true" focusable="false">
      <path d={paths[name] ?? name} />
    </svg>
  );
}
