import { useState } from 'react';
import { isUploaded, type KnownFile } from '#schemas/forms/kinds/file.ts';
import { fileAddress } from '../../api/upload.ts';
import styles from './FileBox.module.css';

/** A picture of a file where it is one, and its name, which opens it. */
export function FileName({ file }: { file: KnownFile }) {
  if (!isUploaded(file)) return <span className={styles.name}>{file.name}</span>;
  return (
    <a className={styles.name} href={fileAddress(file.id)} target="_blank" rel="noreferrer noopener">
      {isPicture(file.mimeType) && <Preview key={file.id} id={file.id} />}
      {file.name}
    </a>
  );
}

/** What every browser shows; a drawing in SVG comes as an attachment (design 3). */
const isPicture = (mimeType: string) => /^image\/(png|jpeg|gif|webp|avif|bmp)$/.test(mimeType);

/** A small picture beside the name that says the same; a file that is no picture after all goes without. */
function Preview({ id }: { id: string }) {
  const [isBroken, setBroken] = useState(false);
  if (isBroken) return null;
  return <img className={styles.preview} src={fileAddress(id)} alt="" loading="lazy" onError={() => setBroken(true)} />;
}
