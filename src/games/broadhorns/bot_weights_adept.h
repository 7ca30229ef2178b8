/* Made by: bench/drill broadhorns 3 2 24 24 1 */
static const int tuned[] = {
	0,      /* per cent that a sale loses for each turn until then and each rival */
	21,     /* per cent of a rival's barrels that are sold before ours where they can be */
	12,     /* per cent of a sale that is lost for each turn until then, of what would be spoilt next */
	3,      /* and of what would be by the spoil after that */
	163,    /* what an action earns on average */
	-2,     /* and so much more at the end */
	100,    /* per cent of the rounds that it is thought to take to fill a town */
	127,    /* per cent of what a wreath is thought to be worth */
	19,     /* more of that at the end */
	78,     /* a rival whom we pass in wreaths, at the end */
	12,     /* a barrel taken out of the market: what comes in its place may be better */
	-43,    /* what a barrel from the bag must bring more than it costs */
	-41,    /* a boat of 30 feet: what can be bought on the way, more cards, more travelers */
	1,      /* one of 40 feet */
	33,     /* what the rest of the way must bring more than the boat */
	187,    /* a card kept in the hand: ice */
	49,     /* a peddler */
	108,    /* good current */
	82,     /* a delivery card for nothing that we carry */
	129,    /* and for something that we do */
	43,     /* a gold of fare, of one who may still be taken there */
};
