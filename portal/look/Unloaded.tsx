import { Banner } from './Banner.tsx';
import { Button } from './Button.tsx';
import type { Unarrived } from './loadable.tsx';

/** Stands where a question or an offer of the order page did not arrive: what is filled in stays. */
export function Unloaded({ tryAgain }: Unarrived) {
  return (
    <Banner
      status="error"
      title="This part of the page could not be loaded"
      actions={<Button onClick={tryAgain}>Try again</Button>}
    >
      What you have filled in is still here. Check your connection and try again.
    </Banner>
  );
}
