import { useState } from 'react';
import { isUploaded, type KnownFile } from '#schemas/forms/kinds/file.ts';
import { fileAddress } from '../../api/upload.ts';
import { Icon } from '../../look/Icon.tsx';
import styles from './FileBox.module.css';

interface KeptFileProps {
  file: KnownFile;
  /** Takes it out of the field; nothing where it is only read. */
  remove: (() => void) | null;
}

/** A file of the form: a picture of it where it is one, and its name, which opens it. */
export function KeptFile({ file, remove }: KeptFileProps) {
  return (
    <>
      {isUploaded(file) ? (
        <a className={styles.name} href={fileAddress(file.id)} target="_blank" rel="noreferrer noopener">
          {isPicture(file.mimeType) && <Preview key={file.id} id={file.id} />}
          {file.name}
        </a>
      ) : (
        <span className={styles.name}>{file.name}</span>
      )}
      {remove && (
        <button type="button" className={styles.button} aria-label={`Remove ${file.name}`} onClick={remove}>
          <Icon name="close" size={16} />
        </button>
      )}
    </>
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
