import { use } from 'react';
import type { ValidWidget } from '#schemas/forms/form.ts';
import type { ElementSlot } from '../elementSlot.ts';
import { lazyComponent } from '../lazyComponent.tsx';
import { useFormStore } from '../store/hooks.ts';
import { PrintContext } from '../store/usePrinting.ts';
import { MarkdownText } from '../widgets/MarkdownText.tsx';
import { ErrorList } from './ErrorList.tsx';
import styles from './Field.module.css';
import frame from './Field.module.css';
import helpDisclosureStyles from './HelpDisclosure.module.css';
import { canBeEmpty, marksOptionalFields } from './optionalMarks.ts';
import { printText } from './printText.ts';
import { Tooltip } from './Tooltip.tsx';
import { useTableCell } from './tableCell.ts';
import type { FieldState } from './useField.ts';

/** Lazy: few fields are prefilled, and most values are stored exactly as typed. */
const PrefillNote = lazyComponent(async () => (await import('./PrefillNote.tsx')).PrefillNote);
const StoredNotice = lazyComponent(async () => (await import('./StoredNotice.tsx')).StoredNotice);

interface FrameProps {
  widget: ValidWidget;
  field: FieldState;
  /** A message shown before the validation errors, such as for a half-typed date. */
  notice?: string | undefined;
  /** Shown below the control, before the hint. */
  below?: ElementSlot;
  /** Restores the typed text when a different value was stored. */
  onRestore?: (text: string) => void;
  children: ElementSlot;
}

/**
 * The frame of a field of an order form: label above (cozy: inside), control, hint and errors below. Fields of other pages
 * use `Field` (look/Field.tsx), which is in the first load and knows no form engine.
 */
export function FieldFrame({ widget, field, notice, below, onRestore, children }: FrameProps) {
  const classes = [styles.field, field.isLabelHidden && styles.frameless];
  const { description, documentationHint, documentationLong } = widget.meta;
  const isOnPaper = use(PrintContext);
  // Performance: most fields show nothing below, and a form of a thousand fields loads faster without an empty
  // component for each.
  const isExplained =
    description ||
    documentationHint ||
    documentationLong ||
    notice ||
    widget.config.prefill ||
    field.messages.length + field.waived.length > 0;
  return (
    <div className={classes.filter(Boolean).join(' ')}>
      <div className={styles.head}>
        <label className={field.isLabelHidden ? styles.unseen : styles.label} htmlFor={field.id}>
          <LabelText widget={widget} isRequired={field.isRequired} />
        </label>
        {widget.config.tooltip?.content && <Tooltip widget={widget} id={`${field.id}-tip`} />}
      </div>
      <div className={styles.box}>
        {children}
        {isOnPaper && <OnPaper widget={widget} row={field.row} />}
      </div>
      {(isExplained || field.notice || below) && (
        <div>
          {below}
          {isExplained && <FieldDescriptions widget={widget} field={field} notice={notice} />}
          {field.notice && <StoredNotice id={`${field.id}-notice`} notice={field.notice} onRestore={onRestore} />}
        </div>
      )}
    </div>
  );
}

function OnPaper({ widget, row }: Pick<FrameProps, 'widget'> & Pick<FieldState, 'row'>) {
  const text = printText(widget, useFormStore().value(widget, row));
  return text === undefined ? null : <span className={styles.printed}>{text}</span>;
}

/**
 * The label with its required mark in words, because color or a symbol alone is not accessible. In forms with mostly
 * required fields, the optional ones are marked instead.
 */
export function LabelText({ widget, isRequired }: { widget: ValidWidget; isRequired: boolean }) {
  const { form } = useFormStore();
  const mark = marksOptionalFields(form) ? !isRequired && canBeEmpty(widget) && 'optional' : isRequired && 'required';
  return (
    <>
      <span>{widget.meta.label || widget.key}</span>
      {mark && <span className={styles.required}>{` (${mark})`}</span>}
    </>
  );
}

/** What is shown below a control: hint, validation errors and long help. */
export function FieldDescriptions({ widget, field, notice }: Pick<FrameProps, 'widget' | 'field' | 'notice'>) {
  const { description, documentationHint, documentationLong } = widget.meta;
  const messages = notice ? [notice, ...field.messages] : field.messages;
  const isInCell = useTableCell() !== null;
  const { row, waived, id } = field;
  const errorList = <ErrorList widget={widget} row={row} messages={messages} waived={waived} id={`${id}-error`} />;
  if (isInCell) return errorList;
  return (
    <>
      {(description || documentationHint) && (
        <p className={styles.hint} id={`${field.id}-hint`}>
          {[description, documentationHint].filter(Boolean).join(' ')}
        </p>
      )}
      {widget.config.prefill && <PrefillNote widget={widget} row={row} id={`${id}-from`} />}
      {errorList}
      {documentationLong && <HelpDisclosure name={widget.meta.label || widget.key} text={documentationLong} />}
    </>
  );
}

/** Text after the value inside its box, such as a unit. */
export function Suffix({ text }: { text: string }) {
  return <span className={styles.suffix}>{text}</span>;
}

/** Long help as a disclosure (`details`): it expands below its field and covers nothing. */
export function HelpDisclosure({ name, text }: { name: string; text: string }) {
  return (
    <details className={helpDisclosureStyles.help}>
      <summary className={helpDisclosureStyles.opener}>
        Help<span className={frame.unseen}>{` with ${name}`}</span>
      </summary>
      <div className={helpDisclosureStyles.text}>
        <MarkdownText text={text} />
      </div>
    </details>
  );
}
