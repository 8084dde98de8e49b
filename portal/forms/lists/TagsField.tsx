import { type KeyboardEvent, useRef, useState } from 'react';
import { textsIn } from '#schemas/forms/kinds/texts.ts';
import frame from '../fields/Field.module.css';
import { FieldFrame } from '../fields/FieldFrame.tsx';
import { useField } from '../fields/useField.ts';
import { useFieldValue } from '../store/hooks.ts';
import type { ViewProps } from '../widgets/viewProps.ts';
import { addTags } from './addTags.ts';
import styles from './SelectedChips.module.css';
import { ReadOnlyTextList, SelectedChips } from './SelectedChips.tsx';
import { useTagSplitter } from './useTagSplitter.ts';

/**
 * A tags input for free texts. Enter, blur or a separator (splitPattern) turns the typed text into a tag; pasted lines
 * become several tags. Backspace in the empty input removes the last tag.
 */
export function TagsField({ widget, row }: ViewProps<'tags_input'>) {
  const field = useField(widget, row);
  const tags = textsIn(useFieldValue(widget, row), () => true);
  const [draft, setDraft] = useState('');
  const [duplicates, setDuplicates] = useState<string[]>([]);
  const [announcement, announce] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const split = useTagSplitter(widget.config.splitPattern);
  const name = widget.meta.label || widget.key;
  const { allowDuplicates } = widget.config;
  const add = (texts: string[], rest = '') => {
    const added = addTags(tags, texts, allowDuplicates);
    if (added.tags.length > tags.length) {
      field.set(added.tags);
      announce(`${added.tags.slice(tags.length).join(', ')} added`);
    }
    setDuplicates(added.rejected);
    setDraft(rest);
  };
  const type = (text: string) => {
    const parts = split(text);
    if (parts.length > 1) add(parts.slice(0, -1), parts.at(-1));
    else {
      setDraft(text);
      setDuplicates([]);
    }
  };
  const remove = (index: number) => {
    field.set(tags.toSpliced(index, 1));
    announce(`${tags[index]} removed`);
    setDuplicates([]);
    input.current?.focus();
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && draft !== '') {
      event.preventDefault();
      event.stopPropagation();
      add(split(draft));
    }
    if (event.key === 'Backspace' && draft === '' && tags.length > 0) remove(tags.length - 1);
  };
  const notice = duplicates.length > 0 ? `Already added: ${duplicates.join(', ')}` : undefined;
  if (field.isReadOnly) return <ReadOnlyTextList widget={widget} field={field} texts={tags} />;
  return (
    <FieldFrame widget={widget} field={field} notice={notice}>
      <div className={styles.field} data-invalid={field.ariaProps['aria-invalid']}>
        <SelectedChips
          name={name}
          chips={tags.map((tag, index) => ({ key: `${index} ${tag}`, label: tag }))}
          remove={remove}
        />
        <input
          ref={input}
          id={field.id}
          className={styles.input}
          type="text"
          autoComplete="off"
          enterKeyHint="enter"
          disabled={field.isDisabled}
          {...field.ariaProps}
          value={draft}
          onChange={(event) => type(event.currentTarget.value)}
          onPaste={(event) => {
            const lines = event.clipboardData.getData('text').split(/\r?\n/);
            const { selectionStart, selectionEnd } = event.currentTarget;
            // A single-line input would drop the line breaks, so split at them.
            if (lines.length === 1) return;
            event.preventDefault();
            const [before, after] = [draft.slice(0, selectionStart ?? 0), draft.slice(selectionEnd ?? 0)];
            add([before + lines[0], ...lines.slice(1, -1), (lines.at(-1) ?? '') + after].flatMap(split));
          }}
          onKeyDown={handleKeyDown}
          onBlur={() => {
            if (draft !== '') add(split(draft));
            field.blur();
          }}
        />
      </div>
      <span className={frame.unseen} role="status">
        {notice ?? announcement}
      </span>
    </FieldFrame>
  );
}
