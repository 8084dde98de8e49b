import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Dialog } from '../look/Dialog.tsx';
import { AppWrapper } from './AppWrapper.tsx';

const dialog = (
  <Dialog title="Delete this order?" onClose={() => undefined}>
    It cannot be brought back.
  </Dialog>
);

test('rendering a dialog outside of an AppWrapper throws', () => {
  expect(() => renderToString(dialog)).toThrow('Can not create dialog; AppWrapper must be mounted first');
  expect(renderToString(<AppWrapper showToast={() => undefined}>{dialog}</AppWrapper>)).toContain('Delete this order?');
});
