import { useId, useState } from 'react';
import { widgetName } from '#schemas/forms/name-of.ts';
import type { HiddenField } from '#schemas/forms/why/hidden-fields.ts';
import { Icon } from '../../look/Icon.tsx';
import { lazyComponent } from '../lazyComponent.tsx';
import { rowNames } from '../rowNames.ts';
import type { FormStore } from '../store/formStore.ts';
import { ExplanationFailed, ExplanationLoading } from './ExplanationFallbacks.tsx';
import { useHiddenFields } from './useHiddenFields.ts';
import styles from './WhyDisclosure.module.css';
import { WhyDisclosure } from './WhyDisclosure.tsx';

const HiddenText = lazyComponent(async () => (await import('./Explanations.tsx')).HiddenExplanation, {
  fallback: ExplanationLoading,
  errorFallback: ExplanationFailed,
});

/** Enough hidden fields to list; a form with many rows may have very many. */
const maxListed = 50;

/**
 * The list of fields that scripts hide, at the end of a form, collapsed to a count, with a 'Why?' button for each. It
 * subscribes only to visibility changes and renders nothing if no field is hidden.
 */
export function HiddenFields({ store }: { store: FormStore }) {
  const fields = useHiddenFields(store);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  if (fields.length === 0) return null;
  const rest = fields.length - maxListed;
  return (
    <div className={styles.hidden}>
      <button
        type="button"
        className={styles.opener}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name={isOpen ? 'down' : 'next'} size={16} />
        <span>{fields.length === 1 ? '1 field is hidden' : `${fields.length} fields are hidden`}</span>
      </button>
      <ul id={id} className={styles.list} hidden={!isOpen} aria-label="Hidden fields">
        {isOpen &&
          fields.slice(0, maxListed).map((field) => (
            <li key={store.elementId(field.widget, field.row)} className={styles.item}>
              <HiddenFieldItem field={field} />
            </li>
          ))}
        {isOpen && rest > 0 && <li className={styles.item}>{`and ${rest} more`}</li>}
      </ul>
    </div>
  );
}

function HiddenFieldItem({ field }: { field: HiddenField }) {
  const name = [...rowNames(field.row), widgetName(field.widget)].join(', ');
  return (
    <>
      <span>{name}</span>
      <WhyDisclosure about={`${name} is hidden`}>
        <HiddenText field={field} />
      </WhyDisclosure>
    </>
  );
}
