/** A file inside a payload: a picture is shown, anything else is only saved. */
import { sizeText } from '../../core/format/size-text.js';
import { type JsonFile, previewOf } from '../../core/json/json-file.js';
import { jsonViewer as words } from '../../text/json-viewer.js';
import { Button } from '../../ui/button.js';
import { Download } from '../../ui/icon.js';
import { downloadBase64 } from './download.js';
import styles from './json-viewer.module.css';

export function JsonFilePreview({ file }: { file: JsonFile }) {
  const { name, contentType, base64, sizeBytes } = file;
  const source = previewOf(file);
  return (
    <figure className={styles.file}>
      {source !== null && <img className={styles.picture} src={source} alt={words.preview(name)} />}
      <figcaption className={styles.caption}>
        {words.file(name, contentType, sizeText(sizeBytes))}
      </figcaption>
      <Button icon={Download} onPress={() => downloadBase64(base64, name ?? 'file')}>
        {words.downloadFile}
      </Button>
    </figure>
  );
}
