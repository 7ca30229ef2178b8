/* Set by hand. */
#define NEAR_LEAD 2.500F
#define FAR_LEAD 8.000F
static const float weight[] = {
	1.000F,         /* prestige, if it ended now */
	1.000F,         /* share of the contract */
	1.000F,         /* shares of open achievements */
	0.500F,         /* the first four dollars */
	0.350F,         /* the next six */
	0.200F,         /* all beyond */
	-0.400F,        /* loans */
	1.000F,         /* the best delivery */
	1.000F,         /* the second */
	1.000F,         /* the third */
	1.000F,         /* all others */
	0.400F,         /* tracks in this turn still */
	0.800F,         /* cards that will be used */
	0.500F,         /* what they pay */
	0.200F,         /* night shift */
	0.100F,         /* tunnel crew */
	0.100F,         /* bridge crew */
	0.200F,         /* dispatcher */
	0.500F,         /* containers aboard */
	0.100F,         /* tracks in supply */
};
