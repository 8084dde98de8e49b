import type { LoadFailure } from '../forms/lazyComponent.tsx';
import { Banner } from './Banner.tsx';
import { Button } from './Button.tsx';

/** The fallback for a page whose lazy-loaded code failed to load. */
export function PageLoadError({ isOutdated }: LoadFailure) {
  const reload = <Button onClick={() => location.reload()}>Reload</Button>;
  return isOutdated ? (
    <Banner status="warn" title="There is a newer version of the portal" actions={reload}>
      This page opens after a reload.
    </Banner>
  ) : (
    <Banner status="error" title="This page could not be loaded" actions={reload}>
      It is tried again every few seconds, and as soon as the connection is back.
    </Banner>
  );
}
