import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { idOf, recordOf, type ShownLine } from '../api/queries.ts';
import { lineFacts } from './lineFacts.ts';
import styles from './OrderLines.module.css';

/** What a line orders, to read. Its titles are its product's, asked for when first looked at. */
export function LineData({ line }: { line: ShownLine }) {
  const [isOpen, setOpen] = useState(false);
  const product = useQuery({ ...recordOf('products', idOf(line.product)), enabled: isOpen, staleTime: 300_000 });
  if (Object.keys(line.data).length === 0) return null;
  // A product that may no longer be read leaves the data their own names.
  const facts = lineFacts(line.data, product.data?.combinedSchema ?? product.data?.schema);
  return (
    <details className={styles.data} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Details</summary>
      {isOpen && !product.isPending && (
        <dl className={styles.facts}>
          {facts.map(({ key, label, text }) => (
            <Fact key={key} label={label} text={text} />
          ))}
        </dl>
      )}
    </details>
  );
}

function Fact({ label, text }: { label: string; text: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{text}</dd>
    </>
  );
}
