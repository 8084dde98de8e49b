import { Banner } from './Banner.tsx';

/** Stands in the place of a page whose code did not arrive. */
export function UnloadedPage() {
  return (
    <Banner status="error" title="This page could not be loaded">
      Check your connection and open it again.
    </Banner>
  );
}
