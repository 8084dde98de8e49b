import type { LoadFailure } from '../forms/lazyComponent.tsx';
import { Banner } from './Banner.tsx';
import { Button } from './Button.tsx';

/** The fallback for a page whose lazy-loaded code failed to load. */
export function PageLoadError({ isOutdated }: LoadFailure) {
  const reload = <Button onClick={() => location.reload()}>Reload</Button>;
  return isOutdated ? (
    <Banner status="warn" title="A new version of the portal is available" actions={reload}>
      Reload to open this page.
    </Banner>
  ) : (
    <Banner status="error" title="This page couldn't be loaded" actions={reload}>
      We'll try again every few seconds, and as soon as you're back online.
    </Banner>
  );
}
