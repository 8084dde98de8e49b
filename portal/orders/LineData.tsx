import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { idOf, recordOf, type ShownLine } from '../api/queries.ts';
import { usePrinting } from '../forms/store/usePrinting.ts';
import { lineFacts } from './lineFacts.ts';
import styles from './OrderLines.module.css';

/** What a line orders, to read. Its titles are its product's, asked for when first looked at. */
export function LineData({ line }: { line: ShownLine }) {
  const [isOpen, setOpen] = useState(false);
  const isPrinting = usePrinting();
  const product = useQuery({
    ...recordOf('products', idOf(line.product)),
    enabled: isOpen || isPrinting,
    staleTime: 300_000,
  });
  // A product that may no longer be read leaves the data their own names.
  const known = typeof line.product === 'string' ? undefined : line.product.schema;
  const facts = lineFacts(line.data, product.data?.combinedSchema ?? product.data?.schema ?? known);
  const list = (
    <dl className={styles.facts}>
      {facts.map(({ key, label, text }) => (
        <Fact key={key} label={label} text={text} />
      ))}
    </dl>
  );
  // Paper can not be opened, and does not wait.
  if (isPrinting) return list;
  return (
    <details className={styles.data} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Details</summary>
      {isOpen && !product.isPending && list}
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
