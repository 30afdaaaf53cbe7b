const words = [
  ...['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth'],
];

/** "third try"; from the tenth on "try 10". */
export const tryText = (number: number): string => {
  const word = words[number - 1];
  return word === undefined ? `try ${number}` : `${word} try`;
};
