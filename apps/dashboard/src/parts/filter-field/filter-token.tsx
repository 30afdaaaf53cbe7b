import { filterText as words } from '../../text/filter.js';
import { X } from '../../ui/icon.js';
import styles from './filter-field.module.css';

export interface FilterTokenProps {
  name: string;
  value: string;
  /** The token becomes text again. */
  onEdit: () => void;
  onRemove: () => void;
}

export function FilterToken({ name, value, onEdit, onRemove }: FilterTokenProps) {
  return (
    <span className={styles.token}>
      <button type="button" aria-label={words.edit(name, value)} onClick={onEdit}>
        <span>{name}</span> <b>{value}</b>
      </button>
      <button type="button" aria-label={words.remove(name, value)} onClick={onRemove}>
        <X size={12} aria-hidden="true" />
      </button>
    </span>
  );
}
