import { useQuery } from '@tanstack/react-query';
import { listOf } from '../api/queries.ts';
import { lazyComponent } from '../forms/lazyComponent.tsx';
import { useSignedIn } from '../session/SessionProvider.tsx';
import styles from './HomeTiles.module.css';

/** Lazy-loaded, because most people's home page has no tiles. */
const Tiles = lazyComponent(async () => (await import('./Tiles.tsx')).Tiles);

/** The tiles of the person's guild on the home page. Renders nothing for people without a guild. */
export function HomeTiles() {
  const { user } = useSignedIn();
  const list = useQuery({
    ...listOf('guild_resources', { place: 'homepage', guild: user.guild, limit: 200 }),
    enabled: user.guild !== null,
  });
  if (!list.data || list.data.results.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="home-tiles">
      <h2 id="home-tiles">From your organization</h2>
      <Tiles tiles={list.data.results} label="From your organization" />
    </section>
  );
}
