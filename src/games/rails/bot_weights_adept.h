/* Made by: bench/drill rails 3 4 50 60 1 */
static const int tuned[] = {
	38,     /* a dollar of the first four, while there are */
	29,     /* one of the next six, likewise */
	45,     /* one of all beyond, likewise */
	1,      /* that many rounds left; less and less after that */
	9,      /* dollars that we like to keep for tracks */
	10,     /* work: of a track to be placed, and */
	1,      /* of a dollar that it costs */
	14,     /* so much work halves what a delivery is worth */
	70,     /* per cent of its reward that a train card is worth in the hand: for a length */
	46,     /* for terrain */
	72,     /* any other */
	67,     /* a card more, while we have fewer than deliveries to make: the first */
	130,    /* the second */
	88,     /* the others */
	43,     /* of ours on the ship */
	1,      /* rounds before the end in which we begin to repay */
	87,     /* per cent of a goal that is reached */
	31,     /* with one step missing */
	18,     /* with two */
	9,      /* with three */
	4,      /* with more */
	53,     /* night shift, for each round left */
	15,     /* tunnel crew, likewise */
	21,     /* bridge crew, likewise */
	55,     /* dispatcher, likewise */
	50,     /* cards that are bought in a hundred turns; 0: the deck is not thought of */
	26,     /* per cent of all pieces that a route will lead over */
	116,    /* per cent of its worth that a delivery keeps for each better one before it */
	0,      /* per cent of that for deliveries for which no turn is left */
	45,     /* work that is done in a round: what takes longer than the game has no worth */
	54,     /* per cent of what a delivery does for goals that count for tracks already */
	28,     /* per cent of an achievement that somebody else is nearer to */
	166,    /* per cent of a delivery to a city that takes one more train */
	83,     /* per cent of a delivery of the last cube of a factory */
	9,      /* a track where somebody else has one: it shuts the third out */
	81,     /* now rather than later: into a city that takes one more train */
	-55,    /* the last cube of a factory */
	13,     /* per cent of what the longest route would pay more that a shorter one forgoes */
	15,     /* dollars: with fewer a loan is taken, while there are */
	4,      /* more rounds than that left */
};
