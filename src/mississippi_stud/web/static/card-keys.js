// Cards as people write them and as the server counts them: a rank and a suit, As, Td.
export const RANKS = "23456789TJQKA", SUITS = "cdhs";
export const cardOf = (text) => (RANKS.indexOf(text[0].toUpperCase()) << 2) + SUITS.indexOf(text[1].toLowerCase());
