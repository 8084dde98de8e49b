import type { LoadFailure } from '../forms/lazyComponent.tsx';
import { Banner } from './Banner.tsx';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';

/** The fallback for a part of a page whose lazy-loaded code failed to load. The rest of the page keeps working. */
export function PartLoadError({ retry, isOutdated }: LoadFailure) {
  if (isOutdated) {
    return (
      <Banner
        status="warn"
        title="A new version of this page is available"
        actions={<Button onClick={() => location.reload()}>Reload</Button>}
      >
        Save your changes, then reload to open this part of the page.
      </Banner>
    );
  }
  return (
    <Banner
      status="error"
      title="This part of the page couldn't be loaded"
      actions={<Button onClick={retry}>Try again</Button>}
    >
      The rest of the page still works. Check your connection and try again.
    </Banner>
  );
}

/** The same fallback as a dialog, for a lazy-loaded dialog. */
export function DialogLoadError({ onClose, ...failure }: LoadFailure & { onClose: () => void }) {
  return (
    <Dialog title="Not loaded" onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <PartLoadError {...failure} />
    </Dialog>
  );
}
