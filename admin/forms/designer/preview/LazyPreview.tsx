import { lazyComponent } from '../../../frame/lazy-component.tsx';

const Preview = lazyComponent(async () => (await import('./Preview.tsx')).default, { height: 320 });

/** The preview; its code is loaded when it is first shown. */
export function LazyPreview() {
  return <Preview />;
}
