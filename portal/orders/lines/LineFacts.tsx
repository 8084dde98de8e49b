import { FileLink } from '../../forms/files/FileLink.tsx';
import { type LineFact, lineFacts } from './lineFacts.ts';
import type { NumberedLine } from './lineGroups.ts';
import styles from './OrderLines.module.css';
import { useFile } from './useFile.ts';
import type { LineProduct } from './useLineProducts.ts';

/** The data of a line as a read-only list. Without its product, the labels derive from the keys. */
export function LineFacts({ line, product }: { line: NumberedLine; product: LineProduct | undefined }) {
  return (
    <dl className={styles.facts}>
      {lineFacts(line.data, product?.schema).map((fact) => (
        <Fact key={fact.key} fact={fact} />
      ))}
    </dl>
  );
}

function Fact({ fact: { label, text, files } }: { fact: LineFact }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{files.length > 0 ? files.map((id) => <File key={id} id={id} />) : text}</dd>
    </>
  );
}

const File = ({ id }: { id: string }) => <FileLink file={useFile(id)} />;
