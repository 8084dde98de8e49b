import { lazily } from '../../../frame/lazily.tsx';

const Preview = lazily(async () => (await import('./Preview.tsx')).default, { height: 320 });

/** The preview, fetched when it is first looked at. */
export function LazyPreview() {
  return <Preview />;
}
