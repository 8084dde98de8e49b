import { useState } from 'react';
import { fileUrl, hasThumbnail, thumbnailUrl } from '#schemas/files/thumbnails.ts';
import { isUploaded, type KnownFile } from '#schemas/forms/kinds/file.ts';
import styles from './FileUpload.module.css';

/** The name of a file as a link that opens it, with a thumbnail if it is an image. */
export function FileLink({ file }: { file: KnownFile }) {
  if (!isUploaded(file)) return <span className={styles.name}>{file.name}</span>;
  return (
    <a className={styles.name} href={fileUrl(file.id)} target="_blank" rel="noreferrer noopener">
      {hasThumbnail(file.mimeType) && <Preview key={file.id} id={file.id} />}
      <span>{file.name}</span>
    </a>
  );
}

/** A decorative thumbnail; hidden if the image cannot be loaded. */
function Preview({ id }: { id: string }) {
  const [isBroken, setBroken] = useState(false);
  if (isBroken) return null;
  return (
    <img className={styles.preview} src={thumbnailUrl(id)} alt="" loading="lazy" onError={() => setBroken(true)} />
  );
}
