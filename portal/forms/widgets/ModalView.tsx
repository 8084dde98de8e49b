import { use, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { widgetName } from '#schemas/forms/name-of.ts';
import { Button } from '../../look/Button.tsx';
import dialogStyles from '../../look/Dialog.module.css';
import { Icon } from '../../look/Icon.tsx';
import { useModal } from '../../look/useModal.ts';
import type { ElementSlot } from '../elementSlot.ts';
import { ContainerErrors } from '../fields/ErrorList.tsx';
import { Tooltip } from '../fields/Tooltip.tsx';
import { ChangeMarksContext } from '../marks/marks.ts';
import { useFormStore } from '../store/hooks.ts';
import { useProblemCount, useReveal } from '../store/problemHooks.ts';
import { usePrinting } from '../store/usePrinting.ts';
import { WidgetRows } from './ContainerView.tsx';
import { Heading } from './Heading.tsx';
import styles from './ModalView.module.css';
import type { ViewProps } from './viewProps.ts';
import { WidgetDescription } from './WidgetDescription.tsx';

/**
 * A button that opens fields in a modal dialog, with the number of errors inside. Values are stored while typing like
 * in all fields, so there is nothing to confirm. In print and in the form designer the fields are inline.
 */
export function ModalView({ widget, row }: ViewProps<'modal'>) {
  const store = useFormStore();
  const opener = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const isPrinting = usePrinting();
  const isInline = use(ChangeMarksContext)?.areModalsInline === true;
  useReveal(widget, row, () => flushSync(() => setOpen(true)));
  const id = store.elementId(widget, row);
  const name = widgetName(widget);
  const content = (
    <>
      <WidgetDescription widget={widget} />
      <ContainerErrors widget={widget} row={row} />
      <WidgetRows rows={widget.rows} row={row} />
    </>
  );
  if (isPrinting || isInline) {
    return (
      <section className={isPrinting ? styles.printed : styles.inPlace} aria-label={name}>
        <Heading widget={widget}>{name}</Heading>
        {content}
      </section>
    );
  }
  return (
    <div className={styles.modal}>
      <Button
        ref={opener}
        id={id}
        aria-haspopup="dialog"
        aria-describedby={`${id}-count`}
        kind={widget.config.frameless ? 'quiet' : 'plain'}
        onClick={() => setOpen(true)}
      >
        {name}
      </Button>
      <Tooltip widget={widget} id={`${id}-tip`} />
      <Count widget={widget} row={row} id={`${id}-count`} />
      {isOpen && (
        <ModalDialog
          title={<Heading widget={widget}>{name}</Heading>}
          name={name}
          onClose={() => {
            // The element that led here, such as an error link, may be gone: return the focus to the button.
            flushSync(() => setOpen(false));
            opener.current?.focus();
          }}
        >
          {content}
        </ModalDialog>
      )}
    </div>
  );
}

function Count({ widget, row, id }: ViewProps<'modal'> & { id: string }) {
  const count = useProblemCount(widget, row);
  return (
    <span id={id} className={styles.count}>
      {count > 0 && <Icon name="alert" size={16} />}
      <span>{count > 0 && (count === 1 ? ' 1 problem to fix' : ` ${count} problems to fix`)}</span>
    </span>
  );
}

interface ModalDialogProps {
  title: ElementSlot;
  name: string;
  onClose: () => void;
  children: ElementSlot;
}

/** The native modal dialog of a form's modal widget, open as long as it is rendered. */
function ModalDialog({ title, name, onClose, children }: ModalDialogProps) {
  return (
    <dialog {...useModal(onClose)} className={`${dialogStyles.dialog} ${styles.dialog}`} aria-label={name}>
      <div className={dialogStyles.content}>
        {title}
        {children}
        <div className={dialogStyles.actions}>
          <Button kind="primary" onClick={onClose}>
            Done
          </Button>
        </div>
      </div>
    </dialog>
  );
}
