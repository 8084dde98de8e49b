import { useId, useState, useSyncExternalStore } from 'react';
import { nameOf } from '#schemas/forms/name-of.ts';
import type { HiddenField } from '#schemas/forms/why/hidden-fields.ts';
import { Icon } from '../../look/Icon.tsx';
import { loadable } from '../loadable.tsx';
import { rowNames } from '../rowNames.ts';
import type { FormStore } from '../store/formStore.ts';
import { OneMoment, Unexplained } from './Unexplained.tsx';
import styles from './Why.module.css';
import { Why } from './Why.tsx';

const HiddenText = loadable(async () => (await import('./HiddenText.tsx')).default, {
  meanwhile: OneMoment,
  missing: Unexplained,
});

/** Of the hidden fields of very many rows the first ones say enough. */
const mostListed = 50;

/**
 * At the end of a form: how many fields scripts hide, to open as a list in which each can be asked why. It hears of nothing
 * but of what is hidden and shown, and is not there while that is nothing.
 */
export function HiddenFields({ store }: { store: FormStore }) {
  const fields = useSyncExternalStore(store.watchHidden, store.hidden);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  if (fields.length === 0) return null;
  const rest = fields.length - mostListed;
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
          fields.slice(0, mostListed).map((field) => (
            <li key={store.elementId(field.widget, field.row)} className={styles.item}>
              <Hidden field={field} />
            </li>
          ))}
        {isOpen && rest > 0 && <li className={styles.item}>{`and ${rest} more`}</li>}
      </ul>
    </div>
  );
}

function Hidden({ field }: { field: HiddenField }) {
  const name = [...rowNames(field.row), nameOf(field.widget)].join(', ');
  return (
    <>
      <span>{name}</span>
      <Why about={`${name} is hidden`}>
        <HiddenText field={field} />
      </Why>
    </>
  );
}
