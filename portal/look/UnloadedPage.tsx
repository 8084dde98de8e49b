import { Banner } from './Banner.tsx';
import { Button } from './Button.tsx';

/** Stands in the place of a page whose code did not arrive. */
export function UnloadedPage() {
  return (
    <Banner
      status="error"
      title="This page could not be loaded"
      actions={<Button onClick={() => location.reload()}>Load it again</Button>}
    >
      It comes by itself once the connection is back.
    </Banner>
  );
}
