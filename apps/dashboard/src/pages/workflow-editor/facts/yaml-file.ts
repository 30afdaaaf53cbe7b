/** Loaded when somebody asks for YAML. Whole numbers keep all their digits. */
import { isCollection, parseDocument, visit } from 'yaml';

/** @param file JSON, which is YAML too */
export function yamlFile(file: string): string {
  const document = parseDocument(file, { intAsBigInt: true });
  visit(document, {
    Collection: (_key, node) => {
      node.flow = isCollection(node) && node.items.length === 0;
    },
    Scalar: (_key, node) => {
      // A name and most texts need no quotes, and a text of several lines is a block.
      if (typeof node.value === 'string') delete node.type;
    },
  });
  return document.toString({ lineWidth: 0 });
}
