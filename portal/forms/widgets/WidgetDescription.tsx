import type { ValidWidget } from '#schemas/forms/form.ts';
import field from '../fields/Field.module.css';
import { HelpDisclosure } from '../fields/FieldFrame.tsx';
import { MarkdownText } from './MarkdownText.tsx';

/** The texts of a form part by its author: description, hint and expandable long help. */
export function WidgetDescription({ widget }: { widget: ValidWidget }) {
  const { label, description, documentationHint, documentationLong } = widget.meta;
  return (
    <>
      <MarkdownText text={description} />
      {documentationHint && <p className={field.hint}>{documentationHint}</p>}
      {documentationLong && <HelpDisclosure name={label || widget.key} text={documentationLong} />}
    </>
  );
}
