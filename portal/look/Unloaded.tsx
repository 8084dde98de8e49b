import { Banner } from './Banner.tsx';

/** Stands where a question or an offer of the order page did not arrive: what is filled in stays. */
export function Unloaded() {
  return (
    <Banner status="error" title="This part of the page could not be loaded">
      What you have filled in is still here. Check your connection, save, and open this page again.
    </Banner>
  );
}
