import type { GuildResource } from '#schemas/generated/types.ts';
import { type TileIcon, tileIconOf } from '#schemas/guilds/tile-icons.ts';
import { MarkdownText } from '../forms/widgets/MarkdownText.tsx';
import { Icon, type IconShape } from '../look/Icon.tsx';
import { rareIconPaths } from '../look/rareIconPaths.ts';
import styles from './Tiles.module.css';

const icons: Record<TileIcon, IconShape> = {
  book: 'knowledge',
  calendar: 'calendar',
  chart: 'report',
  check: 'check',
  clock: 'clock',
  document: 'orders',
  info: 'info',
  link: 'link',
  mail: 'mail',
  megaphone: rareIconPaths.megaphone,
  microphone: rareIconPaths.microphone,
  people: 'users',
  product: rareIconPaths.products,
  shop: 'clients',
};

/** The tiles of a guild: icon, title and Markdown text. */
export function Tiles({ tiles, label }: { tiles: readonly GuildResource[]; label: string }) {
  return (
    <ul className={styles.tiles} aria-label={label}>
      {tiles.map(({ id, icon, title, content = '' }) => (
        <li key={id} className={styles.tile}>
          <TileIconPicture icon={icon} />
          <div className={styles.text}>
            <h3 className={styles.title}>{title}</h3>
            <MarkdownText text={content} />
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Renders the icon of a tile by its name. */
export function TileIconPicture({ icon }: Pick<GuildResource, 'icon'>) {
  return (
    <span className={styles.icon}>
      <Icon name={icons[tileIconOf(icon) ?? 'info']} size={24} />
    </span>
  );
}
