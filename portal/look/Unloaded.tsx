import type { Unarrived } from '../forms/loadable.tsx';
import { Banner } from './Banner.tsx';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';

/** Stands where a part of a page, or a dialog, could not be loaded: the rest of the page goes on. */
export function Unloaded({ tryAgain, isOutdated }: Unarrived) {
  if (isOutdated) {
    return (
      <Banner
        status="warn"
        title="There is a newer version of this page"
        actions={<Button onClick={() => location.reload()}>Reload</Button>}
      >
        This part of the page opens after a reload. Save what you have filled in first.
      </Banner>
    );
  }
  return (
    <Banner
      status="error"
      title="This part of the page could not be loaded"
      actions={<Button onClick={tryAgain}>Try again</Button>}
    >
      The rest of the page works as before. Check your connection and try again.
    </Banner>
  );
}

/** The same in the place of a dialog that nothing else on the page stands for. */
export function UnloadedDialog({ onClose, ...unarrived }: Unarrived & { onClose: () => void }) {
  return (
    <Dialog title="Not loaded" onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <Unloaded {...unarrived} />
    </Dialog>
  );
}
